import { v7 } from 'uuid'

/** A new id: UUID version 7, so that ids made one after the other lie beside each other in an index. */
export const newId = (): string => v7()

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Whether a text is an id in the form in which ids are kept, in lower case. */
export const isId = (text: string): boolean => ID.test(text)
