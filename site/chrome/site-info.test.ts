import { expect, test } from 'vitest'
import { readConfig } from '../../admin-api/config.ts'
import { readSiteInfo } from './site-info.ts'

test.each([
  {},
  { PORT: '8080' },
  { SITE_URL: '', SOCIAL_URL: '', SUPPORT_URL: '', CONTACT_EMAIL: '' },
  { SITE_URL: 'https://ship.example/', CONTACT_EMAIL: 'captain@ship.example' }
])('static pages get the same site info as the service from %o', (environment) => {
  const { siteUrl, socialUrl, supportUrl, contactEmail } = readConfig(environment)
  expect(readSiteInfo(environment)).toEqual({ url: siteUrl, socialUrl, supportUrl, contactEmail })
})
