/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    site: import('../admin-api/contract/pages.ts').SiteInfo
    page: import('../admin-api/contract/pages.ts').PageModel
    time: import('../admin-api/contract/pages.ts').PageTime
  }
}
