import { expect, test } from 'vitest'
import { readConfig } from '../../admin-api/config.ts'
import { readSiteInfo } from './site-info.ts'

test.each([
  {},
  { SITE_URL: '', SOCIAL_URL: '', SUPPORT_URL: '', CONTACT_EMAIL: '' },
  { SITE_URL: 'https://ship.example/', CONTACT_EMAIL: 'captain@ship.example' }
])('static pages are built for the site that the service is configured for: %o', (environment) => {
  const { siteUrl, socialUrl, supportUrl, contactEmail } = readConfig(environment)
  expect(readSiteInfo(environment)).toEqual({ url: siteUrl, socialUrl, supportUrl, contactEmail })
})
