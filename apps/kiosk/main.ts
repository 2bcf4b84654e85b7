import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiling is half of what a question to a running kiosk takes; what was compiled once is kept beside what was built.
enableCompileCache(join(import.meta.dirname, '../../.built/compiled'))
await import('./program/command-line.ts')
