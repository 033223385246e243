import { defineConfig } from 'vitest/config'

// By default one core is left to the editor; here nobody sits at the machine.
const shared = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  maxWorkers: '100%',
  // Style that is read as text, which is empty otherwise.
  css: { include: /\.css\?raw$/ }
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'service',
          include: ['{admin-api,data,scripts}/**/*.test.ts'],
          // No test changes what another file could see; a worker for each would cost more than the tests.
          isolate: false
        }
      },
      { test: { ...shared, name: 'site', include: ['site/**/*.test.ts'], isolate: false } },
      {
        // A document for each file: Testing Library and React keep hold of the one they were loaded with.
        test: {
          ...shared,
          name: 'components',
          include: ['site/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['site/testing/set-up-components.ts']
        }
      }
    ]
  }
})
