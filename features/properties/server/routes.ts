import type { Serve } from '#platform/server/serve.ts'
import { properties } from '../contract.ts'
import { propertyChoices } from './api.ts'

export function propertiesRoutes(serve: Serve) {
  serve(properties.ofOrganisation, ({ db }) => propertyChoices(db))
}
