import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiling takes half the time of a short command, so the compiled modules are cached beside the build.
enableCompileCache(join(import.meta.dirname, '../../.built/compiled'))
await import('./program/command-line.ts')
