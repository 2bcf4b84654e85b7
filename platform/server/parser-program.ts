import type { Reply } from './parser-process.ts'

// The program of a parserProcess: reads each content that is sent to it by the module whose address is its argument.

const module = import(process.argv[2]!) as Promise<{ default: (content: unknown) => unknown }>

process.on('message', async (content) => {
  const reply: Reply = await module
    .then(async (parser) => ({ result: await parser.default(content) }))
    .catch((error: unknown) => ({ error: error instanceof Error ? `${error.stack}` : String(error) }))
  process.send!(reply)
})
