/** What a person decides about an order that the shop cancelled. */
export const cancellationResolutions = ['cancelled', 'shipped', 'kept'] as const
export type CancellationResolution = (typeof cancellationResolutions)[number]
