import { z } from 'zod'

type Json = { [name: string]: unknown }
export type JsonSchema = Json & { readonly properties?: Readonly<Record<string, JsonSchema>> }

/**
 * A reply's schema for Fastify's serialiser, which writes only the fields of the schema, whatever else the handler returns.
 * `anyOf [x, null]` becomes a nullable x, which the serialiser writes without trying each alternative.
 */
export function replySchema(output: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(output, { target: 'draft-7', unrepresentable: 'any', io: 'input' }) as Json
  return simplified(schema) as JsonSchema
}

function simplified(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplified)
  if (typeof node !== 'object' || node === null) return node
  const { anyOf, maximum: _max, minimum: _min, pattern: _pattern, format, ...rest } = node as Json
  const out = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, simplified(value)]))
  const kinds = Array.isArray(anyOf) ? (anyOf as Json[]) : undefined
  const real = kinds?.filter((kind) => kind.type !== 'null')
  if (kinds && real?.length === 1 && kinds.length === 2) return { ...out, ...(simplified(real[0]) as Json), nullable: true }
  // Times are text already, and the serialiser's date handling is slower.
  return { ...out, ...(format === 'date-time' ? {} : format ? { format } : {}), ...(kinds && { anyOf: simplified(kinds) }) }
}
