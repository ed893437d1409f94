import { useState } from 'react'
import type { GridSource } from '@/components/grid/source'
import { Selection } from './selection'

/** The selection of a grid. It stays where it is when the source is replaced. */
export function useSelection(source: GridSource): Selection {
  const [held, hold] = useState(() => ({ source, selection: new Selection(source) }))
  if (held.source === source) return held.selection
  const selection = held.selection.inSource(source)
  hold({ source, selection })
  return selection
}
