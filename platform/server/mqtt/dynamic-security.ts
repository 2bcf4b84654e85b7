import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'

const CONTROL = '$CONTROL/dynamic-security/v1'
const RESPONSE = `${CONTROL}/response`
const RESPONSE_MS = 5_000
/** Commands per message; those of a thousand kiosks are some hundred kilobytes. */
const BATCH_SIZE = 100

export type ControlCommand = { readonly command: string } & Readonly<Record<string, unknown>>
export type ControlResponse = { readonly command: string; readonly error?: string; readonly data?: Record<string, unknown> }

const Responses = z.object({
  responses: z.array(
    z.object({
      command: z.string(),
      correlationData: z.string().optional(),
      error: z.string().optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/**
 * Mosquitto's dynamic-security plugin over an administrator's connection. Returns a function that sends commands and returns
 * their responses in the same order; a response may contain an error. Throws if Mosquitto does not respond within `timeoutMs`.
 */
export function dynamicSecurity(client: MqttClient, timeoutMs = RESPONSE_MS) {
  const pending = new Map<string, (response: ControlResponse) => void>()
  /** Callers that wait for the connection. */
  const onConnect = new Set<() => void>()
  client.on('connect', () => {
    for (const connected of onConnect) connected()
  })
  client.on('message', (topic, payload) => {
    if (topic !== RESPONSE) return
    const parsed = Responses.safeParse(parseJson(payload))
    for (const response of parsed.data?.responses ?? [])
      if (response.correlationData) pending.get(response.correlationData)?.(response)
  })

  /** Subscribes to responses, which must happen before the first command. Stops waiting for the connection on `signal`. */
  async function subscribed(signal: AbortSignal) {
    if (!client.connected)
      await new Promise<void>((resolve) => {
        onConnect.add(resolve)
        signal.addEventListener('abort', () => onConnect.delete(resolve))
      })
    await client.subscribeAsync(RESPONSE)
  }

  async function send(commands: readonly ControlCommand[]): Promise<ControlResponse[]> {
    const named = commands.map((command) => ({ ...command, correlationData: randomUUID() }))
    const responses = named.map(
      ({ correlationData }) => new Promise<ControlResponse>((resolve) => pending.set(correlationData, resolve)),
    )
    const ended = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('The broker of MQTT_URL does not respond: check that it runs with the dynamic-security plugin.')),
        timeoutMs,
      )
    })
    try {
      await Promise.race([subscribed(ended.signal), timeout])
      client.publish(CONTROL, JSON.stringify({ commands: named }), { qos: 1 })
      return await Promise.race([Promise.all(responses), timeout])
    } finally {
      clearTimeout(timer)
      ended.abort()
      for (const { correlationData } of named) pending.delete(correlationData)
    }
  }

  return async (commands: readonly ControlCommand[]): Promise<ControlResponse[]> => {
    const responses: ControlResponse[] = []
    for (let i = 0; i < commands.length; i += BATCH_SIZE) responses.push(...(await send(commands.slice(i, i + BATCH_SIZE))))
    return responses
  }
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
