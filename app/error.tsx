'use client'
// In place of a page outside the desk, or of the desk's frame itself.
export { default } from '@/app/(desk)/error'
