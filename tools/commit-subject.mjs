// Checks the subject of a commit message: `area: imperative summary`, 72 characters or fewer. Called by the commit-msg hook with the file.
import { readFileSync } from 'node:fs'

const MAX_LENGTH = 72
const subject =
  readFileSync(process.argv[2], 'utf8')
    .split('\n')
    .find((line) => line.trim() && !line.startsWith('#')) ?? ''
const isGenerated = /^(Merge|Revert|fixup!|squash!) ?/.test(subject)
const problem =
  subject.length > MAX_LENGTH
    ? `is ${subject.length} characters long, ${MAX_LENGTH} at most`
    : !/^[a-z][a-z0-9-]*(, [a-z][a-z0-9-]*)*: \S.*[^.\s]$/.test(subject) &&
      'must read "area: imperative summary", without a full stop'
if (problem && !isGenerated) {
  console.error(`The commit subject ${problem}:\n  ${subject}`)
  process.exitCode = 1
}
