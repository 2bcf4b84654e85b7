import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['platform', 'features', 'apps', 'database', 'bench', 'tools'].map((folder) => `${folder}/**/*.test.ts`),
    globalSetup: 'platform/server/testing/global-setup.ts',
    pool: 'forks',
    // Files in one process share its modules: reloading the server for each would add half of the time.
    isolate: false,
    // Files of programs and kiosks wait for most of their time, but beside them run the browser tests.
    maxWorkers: 3,
    // They only end a test that hangs, also on a machine that is busy with other work.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
