import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { resumeBulk } from './follow.tsx'

/** Shows the bulk jobs that were running when the page was left; rendered once. */
export default function BulkResume() {
  const client = useQueryClient()
  useEffect(() => void resumeBulk(client), [client])
  return null
}
