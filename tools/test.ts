import { checks } from './check.ts'
import { playwright, script } from './runners.ts'
import { runSteps, type Step } from './steps.ts'

/** What needs the front ends as they are built. */
const built: readonly Step[] = [
  { name: 'Size of what browsers load', run: () => script('tools/bundle-size.ts') },
  // Two browsers at once would measure each other.
  {
    name: 'Tests in a browser that measure time',
    run: () => playwright(['--grep=@timed', '--workers=1', '--output=.built/e2e-timed']),
  },
  { name: 'Tests in a browser', run: () => playwright(['--grep-invert=@timed']) },
]

console.log(
  process.env.TEST_DATABASE_URL
    ? 'The tests use the PostgreSQL of TEST_DATABASE_URL.'
    : 'The tests use the embedded PostgreSQL and broker; `npm run test:services` uses those of the system.',
)
process.exitCode = await runSteps([...checks, ...built])
