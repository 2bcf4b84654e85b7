import { headingKey } from '../../fields.ts'
import type { PlaceCells, Places } from './places.ts'

const NOWHERE: PlaceCells = { property: '', building: '', unit: '', buildingUnit: '' }

/** Fills the empty cells of a place with those of the line above. A place in another property or building has no unit from there. */
function filledFrom(above: PlaceCells, place: PlaceCells, isSameProperty: (one: string, other: string) => boolean): PlaceCells {
  const isProperty = place.property === '' || isSameProperty(place.property, above.property)
  const isBuilding = place.building === '' || headingKey(place.building) === headingKey(above.building)
  const isUnit = isProperty && isBuilding && place.unit === '' && place.buildingUnit === ''
  return {
    property: place.property || above.property,
    building: place.building || (isProperty ? above.building : ''),
    unit: isUnit ? above.unit : place.unit,
    buildingUnit: isUnit ? above.buildingUnit : place.buildingUnit,
  }
}

/**
 * Returns what fills empty cells of places from line to line: `ofPerson` returns the place of a line with residents, `leftOut` receives
 * that of a line without. Such a line gives no unit to those below it: a vacant unit ends the one above, a caption with a known place
 * begins its lines, and a total (`isTotal`) changes nothing.
 */
export function placesAbove(places: Places) {
  let above = NOWHERE
  const idOf = (property: string) => places.find({ ...NOWHERE, property }).propertyId
  const isSameProperty = (one: string, other: string) =>
    headingKey(one) === headingKey(other) || (idOf(one) !== undefined && idOf(one) === idOf(other))
  return {
    ofPerson(place: PlaceCells): PlaceCells {
      above = filledFrom(above, place, isSameProperty)
      return above
    },
    leftOut(place: PlaceCells, isTotal: boolean): void {
      const hasPlace = [place.property, place.building, place.unit, place.buildingUnit].some((cell) => cell !== '')
      if (isTotal || !hasPlace) return
      const next = filledFrom(above, place, isSameProperty)
      const { propertyId, buildingId } = places.find(next)
      const isKnown = propertyId !== undefined && (next.building === '' || buildingId !== undefined)
      if (isKnown) above = { ...next, unit: '', buildingUnit: '' }
    },
  }
}
