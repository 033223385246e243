import { expect, test } from 'vitest'
import { networkOf, shortenAddress, wideNetworkOf } from './client-address.ts'

test.each([
  ['203.0.113.77', '203.0.113.0', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.0', '203.0.113.77'],
  ['::ffff:cb00:714d', '203.0.113.0', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1:2::'],
  ['2001:0DB8::1', '2001:db8:0::', '2001:db8:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0::', 'fe80:0:0:0::'],
  ['::1', '0:0:0::', '0:0:0:0::'],
  ['::', '0:0:0::', '0:0:0:0::'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0::', '64:ff9b:0:0::'],
  ['', 'unknown', 'unknown'],
  ['not an address', 'unknown', 'unknown'],
  ['203.0.113.77:8080', '203.0.113.0', '203.0.113.77'],
  ['[2001:db8:1:2::5]:443', '2001:db8:1::', '2001:db8:1:2::'],
  ['[2001:db8:1:2::5]', '2001:db8:1::', '2001:db8:1:2::'],
  ['203.0.113.77:port', 'unknown', 'unknown'],
  ['unknown', 'unknown', 'unknown']
])('%s is stored as %s and limited as %s', (address, shortened, network) => {
  expect(shortenAddress(address)).toBe(shortened)
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.9', '203.0.0.0'],
  ['2001:db8:12:34::1', '2001:db8::'],
  ['::ffff:198.51.100.7', '198.51.0.0'],
  ['', 'unknown']
])('the wide network of %s is %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network)
})
