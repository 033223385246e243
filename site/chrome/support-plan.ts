/** Below this width a screen counts as a phone. */
const desktopFromPx = 768

/** When the support toast comes by itself: once after `firstMs`, then every `everyMs`. */
export type SupportPlan = { firstMs: number; everyMs: number }

/** `chance` is a random number from 0 to 1: it spreads the first toast on wide screens over half a minute. */
export function supportPlan(widthPx: number, chance: number): SupportPlan {
  if (widthPx < desktopFromPx) return { firstMs: 150_000, everyMs: 300_000 }
  return { firstMs: 60_000 + Math.round(chance * 30_000), everyMs: 210_000 }
}

/** The About page, the blog and the admin area never ask for support. */
export function isSupportWelcome(path: string): boolean {
  return !/^\/(?:admin|admin-blog|about|blog)\/?$|^\/blog\//.test(path)
}
