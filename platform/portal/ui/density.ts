import { useState } from 'react'
import { localStore } from '../session/storage.ts'

const KEY = 'density'
type Density = 'comfortable' | 'dense'
const read = (): Density => (localStore.read(KEY) === 'dense' ? 'dense' : 'comfortable')

/** The height of rows depends on an attribute of the page (theme.css). */
export function applyDensity() {
  document.documentElement.dataset.density = read()
}

export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(read)
  const choose = (next: Density) => {
    localStore.write(KEY, next)
    applyDensity()
    setDensity(next)
  }
  return [density, choose]
}
