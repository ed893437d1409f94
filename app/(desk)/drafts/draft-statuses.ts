import { cache } from 'react'
import { openDraftStatuses } from '@/lib/desk/drafts/list/draft-statuses'
import { needsAttention } from '@/lib/desk/home/attention'

/** The statuses of drafts that the parts of the page of this request share. */
export const draftStatuses = cache(openDraftStatuses)

/** What needs a person, for the parts of the page of this request. */
export const attentionNow = cache(async () => needsAttention(await draftStatuses()))
