import { checks } from './check.ts'
import { playwright, script } from './runners.ts'
import { runSteps, type Step } from './steps.ts'

/** The checks and tests that need the built front ends. */
const built: readonly Step[] = [
  { name: 'Bundle size', run: () => script('tools/bundle-size.ts') },
  { name: 'Browser tests', run: playwright },
]

console.log(
  process.env.TEST_DATABASE_URL
    ? 'The tests use the PostgreSQL of TEST_DATABASE_URL.'
    : 'The tests use the embedded PostgreSQL and broker; `npm run test:services` uses those of the system.',
)
process.exitCode = await runSteps([...checks, ...built])
