/** What an operator may do, least first: each role includes the permissions of the roles before it. */
export const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const

export type Role = (typeof roles)[number]
