import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiling is half of the work until the program is ready; what was compiled once is kept beside what was built.
enableCompileCache(join(import.meta.dirname, '../../.built/compiled'))
await import('./program.ts')
