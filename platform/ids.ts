import { v7 } from 'uuid'

/** A new id: UUID version 7, so that ids made one after the other lie beside each other in an index. */
export const newId = (): string => v7()
