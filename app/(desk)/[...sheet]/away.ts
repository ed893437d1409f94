import { trouble } from '@/lib/auth/outcome'
import type { Fate } from '@/lib/store/drafts'
import { words } from '@/lib/words/server'

const say = words('drafts.away')

/** What is said of a draft that was archived or deleted meanwhile. Nothing is saved or sent of it. */
export const away = ({ state, by }: Exclude<Fate, { state: 'open' }>) =>
  trouble(state, say(state, { by: by === '' ? 'none' : by }))
