import { v7 } from 'uuid'

/** A new UUID version 7: consecutive ids are neighbours in an index. */
export const newId = (): string => v7()

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Whether a text is a lower-case UUID, the form in which ids are stored. */
export const isId = (text: string): boolean => ID.test(text)
