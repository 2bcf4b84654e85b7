import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer } from 'vite'
import { freePort } from '#platform/server/config/ports.ts'
import { readSettings } from '#platform/server/config/settings.ts'
import { ROOT } from './runners.ts'

/**
 * The development server at one address: the portal is served from its sources, the server behind it restarts when one of
 * its files changes. Ctrl-C stops both.
 */
const { host, port, publicUrl } = readSettings()
const serverPort = await freePort()
const portal = await createServer({
  configFile: join(ROOT, 'apps/portal/vite.config.ts'),
  clearScreen: false,
  logLevel: 'warn',
  server: {
    host,
    port,
    strictPort: true,
    // Everything else goes to the server, including the kiosks' broker.
    proxy: { '^(?!/portal/)': { target: `http://127.0.0.1:${serverPort}`, ws: true } },
  },
})
await portal.listen()
console.log(`Portal from its sources: ${publicUrl}/portal/`)

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: publicUrl },
  stdio: ['ignore', 'inherit', 'inherit'],
})

async function end(): Promise<void> {
  server.kill('SIGTERM')
  await once(server, 'close')
  await portal.close()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
