import { createContext, useContext, useEffect, useState } from 'react'
import { createStore, type Store } from '../ui/store.ts'

type Names = Readonly<Record<string, string>>
type Choice = { readonly Id: string; readonly Name: string }

/** The names, by id, of the records that the choices of a form have shown, for where only an id is known. */
export const ChoiceNames = createContext<Store<Names> | null>(null)

export const useNewChoiceNames = (): Store<Names> => useState(() => createStore<Names>({}))[0]

/** Adds the names of these choices to those of the form around them. */
export function useShownNames(choices: readonly Choice[]): void {
  const store = useContext(ChoiceNames)
  useEffect(() => {
    if (!store || choices.every(({ Id, Name }) => store.read()[Id] === Name)) return
    store.write({ ...store.read(), ...Object.fromEntries(choices.map(({ Id, Name }) => [Id, Name])) })
  }, [store, choices])
}
