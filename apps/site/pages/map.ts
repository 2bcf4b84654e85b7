import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { geoGraticule, geoMercator, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { PLACE } from '../content/content.ts'
import { type Html, html } from '../shared/html.ts'

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

const WIDTH = 960
const HEIGHT = 360
/** Width of the whole world at zoom 0, as web maps have it. */
const TILE = 256

/** A map around the operator's place, drawn from Natural Earth's coasts and borders. */
export function mapOf(label: string): Html {
  const world = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json')), 'utf8')) as World
  const projection = geoMercator()
    .scale((TILE * 2 ** PLACE.zoom) / (2 * Math.PI))
    .center([PLACE.longitude, PLACE.latitude])
    .translate([WIDTH / 2, HEIGHT / 2])
    .clipExtent([
      [0, 0],
      [WIDTH, HEIGHT],
    ])
  const path = geoPath(projection).digits(1)
  const { countries, land } = world.objects
  const borders = path(mesh(world, countries, (a, b) => a !== b)) ?? ''
  return html`<figure class="map"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<path class="land" d="${path(feature(world, land)) ?? ''}"/>
<path class="grid" d="${path(geoGraticule().step([1, 1])()) ?? ''}"/>
<path class="border" d="${borders}"/>
<circle class="pin" cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="8"/>
</svg><figcaption>${PLACE.name}, ${PLACE.address}</figcaption></figure>`
}
