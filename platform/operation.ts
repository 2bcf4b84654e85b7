import { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may ask. Either a permission (any of a list; or add-or-edit, told by the input's Id) or one of the written-down
 * exceptions. There is no default: an operation that says neither does not compile.
 */
export type AccessRule = (
  | { readonly permission: Permission | readonly Permission[] | AddOrEdit; readonly access?: never }
  | { readonly access: 'public' | 'ticket' | 'kiosk' | 'authenticated'; readonly permission?: never }
) & {
  /** A self-registration's ticket opens it as well. */
  readonly ticket?: true
}
type AddOrEdit = { readonly add: Permission; readonly edit: Permission }
type Subject = Permission extends infer P ? (P extends `Add${infer S}` ? S : never) : never

/** A save with an id needs Edit…, without one Add… (decisions "Roles"). */
export const addOrEdit = (subject: Subject): AddOrEdit => ({
  add: `Add${subject}` as Permission,
  edit: `Edit${subject}` as Permission,
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.ZodType

export type Operation<P extends Shape = Shape, Q extends Shape = Shape, I extends Shape = Shape, O extends Shape = Shape> = {
  readonly method: Method
  /** Path below /api, parameters as `{name}`; matched without regard to case or a trailing slash. */
  readonly path: string
  readonly needs: AccessRule
  /** One sentence for the OpenAPI page. */
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly input: I
  readonly output: O
  /** The request or the reply holds a secret: neither is stored for an idempotency key, not as a hash either. */
  readonly secret: boolean
  /**
   * Asks only, whatever its verb: its transaction can write and lock nothing, and no answer is stored for an idempotency key.
   * A GET does unless it holds a secret, the giving of which is audited; one that writes for another reason says false.
   */
  readonly reads: boolean
  /** The body is a form and its names are taken as they are (OAuth). */
  readonly form: boolean
  /** Largest body in bytes; Fastify's own 1 MB unless given. */
  readonly bodyLimit?: number
}

const nothing = z.object({})
type Nothing = typeof nothing

/**
 * One line of a contract: verb, path, who may, what goes in, what comes out. The server binds it, the portal calls it,
 * the OpenAPI page is drawn from it.
 */
export function operation<
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  I extends Shape = Nothing,
  O extends Shape = Shape,
>(
  method: Method,
  path: string,
  line: AccessRule & {
    summary: string
    params?: P
    query?: Q
    input?: I
    output: O
    secret?: boolean
    reads?: boolean
    form?: boolean
    bodyLimit?: number
  },
): Operation<P, Q, I, O> {
  const { permission, access, ticket } = line
  const needs = { ...(permission === undefined ? { access } : { permission }), ...(ticket && { ticket }) } as AccessRule
  return {
    method,
    path,
    needs,
    summary: line.summary,
    params: (line.params ?? nothing) as P,
    query: (line.query ?? nothing) as Q,
    input: (line.input ?? nothing) as I,
    output: line.output,
    secret: line.secret ?? false,
    reads: line.reads ?? (method === 'GET' && !line.secret),
    form: line.form ?? false,
    bodyLimit: line.bodyLimit,
  }
}

export type ParamsOf<T> = T extends Operation<infer P, Shape, Shape, Shape> ? z.output<P> : never
export type QueryOf<T> = T extends Operation<Shape, infer Q, Shape, Shape> ? z.output<Q> : never
/** The body after validation, as the handler sees it. */
export type InputOf<T> = T extends Operation<Shape, Shape, infer I, Shape> ? z.output<I> : never
/** The body before validation, as the caller writes it. */
export type RequestOf<T> = T extends Operation<Shape, Shape, infer I, Shape> ? z.input<I> : never
/** What a handler gives. */
export type ReplyOf<T> = T extends Operation<Shape, Shape, Shape, infer O> ? z.input<O> : never
/** What the caller gets. */
export type OutputOf<T> = T extends Operation<Shape, Shape, Shape, infer O> ? z.output<O> : never
