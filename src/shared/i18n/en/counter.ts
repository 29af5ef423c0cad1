export const counter = {}
