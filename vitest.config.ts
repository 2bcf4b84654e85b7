import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['platform', 'features', 'apps', 'database', 'tools'].map((folder) => `${folder}/**/*.test.ts`),
    globalSetup: 'platform/server/testing/global-setup.ts',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
