import type { Router } from '#platform/server/http/route.ts'
import { properties } from '../contract.ts'
import { propertyChoices } from './api.ts'

export function propertiesRoutes(route: Router) {
  route(properties.ofOrganisation, ({ db }) => propertyChoices(db))
}
