import { z } from 'zod'
import type { Message } from './define-messages.ts'
import type { Subject } from './entity.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may call: a permission (one, any of a list, or add-or-edit by the input's Id), or one of the exceptions. There is no
 * default: an operation without either does not compile.
 */
type AccessRule = (
  | { readonly permission: Permission | readonly Permission[] | AddOrEdit; readonly access?: never }
  | { readonly access: 'public' | 'ticket' | 'kiosk' | 'authenticated'; readonly permission?: never }
) & {
  /** A self-registration ticket is accepted as well. */
  readonly ticket?: true
}
type AddOrEdit = { readonly add: Permission; readonly edit: Permission }

/** A save with an id requires Edit…, without one Add… (decisions "Roles"). */
export const addOrEdit = (subject: Subject): AddOrEdit => ({
  add: `Add${subject}` as Permission,
  edit: `Edit${subject}` as Permission,
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.ZodType

export type Operation<P extends Shape = Shape, Q extends Shape = Shape, I extends Shape = Shape, O extends Shape = Shape> = {
  readonly method: Method
  /** Path below /api, parameters as `{name}`; case and a trailing slash do not matter. */
  readonly path: string
  readonly needs: AccessRule
  /** One sentence for the OpenAPI page. */
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly input: I
  readonly output: O
  /** The request or the reply contains a secret: neither is stored for an idempotency key, not even as a hash. */
  readonly secret: boolean
  /**
   * Read only, whatever the method: the transaction cannot write or lock, and no reply is stored for an idempotency key. Default
   * for GET, except with a secret, whose disclosure is audited.
   */
  readonly reads: boolean
  /** The body is a form, and its names keep their case (OAuth). */
  readonly form: boolean
  /**
   * It gives or keeps power, always, with this input, or by what is stored (then the handler asks `requireConfirmation`): a signed-in
   * user must have confirmed the identity lately (422 `PasswordRequired` or `SignInRequired` otherwise), so that a stolen session
   * cannot.
   */
  readonly confirmed: boolean | 'by what is stored' | ((input: never) => boolean)
  /** Largest body in bytes; by default Fastify's 1 MB. */
  readonly bodyLimit?: number
  /** The message for a larger body, where it can only be a file that is too large. */
  readonly tooLarge?: Message
}

/** An operation that returns this; what it asks for does not matter. */
export type OperationReturning<Reply> = Operation<Shape, Shape, Shape, z.ZodType<Reply>>

const nothing = z.object({})
type Nothing = typeof nothing

/** One line of a contract: method, path, access, input and output. The server binds it, the portal calls it, the OpenAPI page shows it. */
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
    confirmed?: boolean | 'by what is stored' | ((input: z.output<I>) => boolean)
    bodyLimit?: number
    tooLarge?: Message
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
    confirmed: line.confirmed ?? false,
    bodyLimit: line.bodyLimit,
    tooLarge: line.tooLarge,
  }
}

export type ParamsOf<T> = T extends Operation<infer P, Shape, Shape, Shape> ? z.output<P> : never
export type QueryOf<T> = T extends Operation<Shape, infer Q, Shape, Shape> ? z.output<Q> : never
/** The body after validation, as the handler receives it. */
export type InputOf<T> = T extends Operation<Shape, Shape, infer I, Shape> ? z.output<I> : never
/** The body before validation, as the caller sends it. */
export type RequestOf<T> = T extends Operation<Shape, Shape, infer I, Shape> ? z.input<I> : never
/** What a handler returns. */
export type ReplyOf<T> = T extends Operation<Shape, Shape, Shape, infer O> ? z.input<O> : never
/** What the caller receives. */
export type OutputOf<T> = T extends Operation<Shape, Shape, Shape, infer O> ? z.output<O> : never

/** The operation that loads the signed-in user and the contents of the portal's frame. */
export const PRELOAD = { method: 'GET', path: '/postlogin/preload' } as const
