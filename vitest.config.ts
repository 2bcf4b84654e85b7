import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['platform', 'features', 'apps', 'database', 'tools'].map((folder) => `${folder}/**/*.test.ts`),
    globalSetup: 'platform/server/testing/global-setup.ts',
    pool: 'forks',
    // The files of a process share its modules: loading the server anew for each would take as long as half of the tests.
    isolate: false,
    // One more than the fewest cores, as many tests wait for time to pass.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
