/** 128 random bits as hex digits. crypto.randomUUID() exists on pages loaded over https only. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0')
  ).join('')
}
