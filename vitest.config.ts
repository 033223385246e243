import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{admin-api,site,data,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 20_000
  }
})
