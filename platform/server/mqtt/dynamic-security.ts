import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'

const CONTROL = '$CONTROL/dynamic-security/v1'
const RESPONSE = `${CONTROL}/response`
const ANSWER_MS = 5_000
/** Commands in one message: what a thousand banks need is some hundred kilobytes. */
const AT_ONCE = 100

export type ControlCommand = { readonly command: string } & Readonly<Record<string, unknown>>
export type ControlAnswer = { readonly command: string; readonly error?: string; readonly data?: Record<string, unknown> }

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
 * Mosquitto's dynamic-security plugin over an administrator's connection. Gives a function that sends commands and gives
 * their answers in the same order; an answer may carry an error. Throws when Mosquitto is silent for `answerMs`.
 */
export function dynamicSecurity(client: MqttClient, answerMs = ANSWER_MS) {
  const waiting = new Map<string, (answer: ControlAnswer) => void>()
  /** Who waits for the connection. */
  const arrivals = new Set<() => void>()
  client.on('connect', () => {
    for (const arrived of arrivals) arrived()
  })
  client.on('message', (topic, payload) => {
    if (topic !== RESPONSE) return
    const read = Responses.safeParse(parsed(payload))
    for (const answer of read.data?.responses ?? []) if (answer.correlationData) waiting.get(answer.correlationData)?.(answer)
  })

  /** Answers are sent to who has subscribed already, so nothing is asked before. Nothing waits any more once `over` is aborted. */
  async function listening(over: AbortSignal) {
    if (!client.connected)
      await new Promise<void>((resolve) => {
        arrivals.add(resolve)
        over.addEventListener('abort', () => arrivals.delete(resolve))
      })
    await client.subscribeAsync(RESPONSE)
  }

  async function send(commands: readonly ControlCommand[]): Promise<ControlAnswer[]> {
    const named = commands.map((command) => ({ ...command, correlationData: randomUUID() }))
    const answers = named.map(
      ({ correlationData }) => new Promise<ControlAnswer>((resolve) => waiting.set(correlationData, resolve)),
    )
    const over = new AbortController()
    let late: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      late = setTimeout(
        () =>
          reject(new Error('The broker that MQTT_URL names does not answer: is it there, with its dynamic-security plugin on?')),
        answerMs,
      )
    })
    try {
      await Promise.race([listening(over.signal), silence])
      client.publish(CONTROL, JSON.stringify({ commands: named }), { qos: 1 })
      return await Promise.race([Promise.all(answers), silence])
    } finally {
      clearTimeout(late)
      over.abort()
      for (const { correlationData } of named) waiting.delete(correlationData)
    }
  }

  return async (commands: readonly ControlCommand[]): Promise<ControlAnswer[]> => {
    const answers: ControlAnswer[] = []
    for (let i = 0; i < commands.length; i += AT_ONCE) answers.push(...(await send(commands.slice(i, i + AT_ONCE))))
    return answers
  }
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
