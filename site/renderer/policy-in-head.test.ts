import { expect, test } from 'vitest'
import { withPolicyInHead } from './policy-in-head.ts'

test('the policy stands first in the head, before anything it governs', () => {
  expect(withPolicyInHead('<html><head><title>x</title></head></html>', "default-src 'none'")).toBe(
    `<html><head><meta http-equiv="content-security-policy" content="default-src 'none'"><title>x</title></head></html>`
  )
})

test('a dollar sign in the policy is kept as it is', () => {
  expect(withPolicyInHead('<head></head>', "script-src 'sha256-$&'")).toContain("'sha256-$&'")
})

test('a page without a policy stays as it is', () => {
  expect(withPolicyInHead('<head></head>', null)).toBe('<head></head>')
})
