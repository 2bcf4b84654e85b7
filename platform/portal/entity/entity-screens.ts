import type { ComponentType } from 'react'
import type { Entity } from '#platform/entity.ts'
import type { Screen } from '../navigation/screen.ts'

type Load = () => Promise<{ default: ComponentType }>
type Options = {
  readonly titles: { readonly list: string; readonly create: string; readonly edit: string }
  readonly nav?: Screen['nav']
  readonly list: Load
  readonly create: Load
  readonly edit: Load
}

/** The list, create and edit screens of a kind of record, at the paths and with the permissions that follow from its name. */
export function entityScreens(entity: Entity, { titles, nav, list, create, edit }: Options): readonly Screen[] {
  const family = `${entity.path}/list`
  return [
    { path: family, title: titles.list, needs: [entity.view], family, load: list, ...(nav && { nav }) },
    { path: `${entity.path}/create`, title: titles.create, needs: [entity.add], family, load: create },
    { path: entity.editPath, title: titles.edit, needs: [entity.edit], family, load: edit },
  ]
}
