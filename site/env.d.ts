/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Defined in astro.config.mjs. */
  readonly CONTRACT_VERSION: string | undefined
}

declare namespace App {
  interface Locals {
    site: import('../admin-api/contract/pages.ts').SiteInfo
    page: import('../admin-api/contract/page-models.ts').PageModel
    time: import('../admin-api/contract/pages.ts').PageTime
  }
}
