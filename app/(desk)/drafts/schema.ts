import * as z from 'zod'

const draftId = z.uuid()

export const draftSchema = z.object({ draftId })

export const nameSchema = z.object({ draftId, name: z.string().trim().min(1).max(100) })

export const archiveSchema = z.object({ draftId, isAway: z.boolean() })

/** `evenRegistered`: whoever deletes was told that some of it is registered. */
export const deleteSchema = z.object({ draftId, evenRegistered: z.boolean() })
