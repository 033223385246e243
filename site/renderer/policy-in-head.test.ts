import { expect, test } from 'vitest'
import { withFormOrigin, withPolicyInHead } from './policy-in-head.ts'

test('the policy comes first in the head, before anything it governs', () => {
  expect(withPolicyInHead('<html><head><title>x</title></head></html>', "default-src 'none'")).toBe(
    `<html><head><meta http-equiv="content-security-policy" content="default-src 'none'"><title>x</title></head></html>`
  )
})

test('only the encoding comes before the policy', () => {
  expect(withPolicyInHead('<head><meta charset="utf-8"><title>x</title></head>', 'none')).toBe(
    '<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="none"><title>x</title></head>'
  )
})

test('a dollar sign in the policy is copied literally', () => {
  expect(withPolicyInHead('<head></head>', "script-src 'nonce-$&'")).toContain("'nonce-$&'")
})

test('the policy has hashes of code in the page only', () => {
  // printf 1 | openssl dgst -sha256 -binary | base64
  const hash = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
  const policy = `script-src 'self' ${hash} 'sha256-other'; style-src 'self' 'sha256-other'`
  const kept = `script-src 'self' ${hash}; style-src 'self'`
  const page = '<head></head><script>1</script>'
  expect(withPolicyInHead(page, policy)).toContain(`content="${kept}"`)
  expect(withPolicyInHead('<head></head><script src="/a.js"></script>', policy)).toContain(
    `content="script-src 'self'; style-src 'self'"`
  )
})

test('the style that Astro writes before the first island moves into the head', () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>'
  expect(withPolicyInHead(`<head></head><body><div>${style}</div></body>`, 'none')).toBe(
    `<head><meta http-equiv="content-security-policy" content="none">${style}</head><body><div></div></body>`
  )
})

test('only the form of a mailing list adds an origin to the policy', () => {
  const policy = "default-src 'none'; form-action 'self'; base-uri 'none'"
  expect(withFormOrigin(policy, null)).toBe(policy)
  expect(withFormOrigin(policy, 'https://list.example')).toBe(
    "default-src 'none'; form-action 'self' https://list.example; base-uri 'none'"
  )
})
