import { checks } from './check.ts'
import { testOfGenerator } from './new-feature/check-new-feature.ts'
import { browserTests, bundleSize, unitTests } from './runners.ts'
import { runLanes } from './steps.ts'
import { unitTestsOnServices } from './test-services.ts'

const unknown = process.argv.slice(2).find((arg) => arg !== '--services')
if (unknown) {
  console.error(`npm test has one option, --services, not ${unknown}.`)
  process.exit(2)
}
// With --services, tests that use a database or a broker run on Debian's instead of the embedded ones.
const tests = process.argv.includes('--services') ? unitTestsOnServices : unitTests
process.exitCode = await runLanes([
  [...checks, tests],
  [bundleSize, testOfGenerator(), browserTests()],
])
