/** Addresses that the application navigates to. */
export const LOGIN = '/login'
export const LANDING = '/landing'
export const ABOUT = '/about'
export const PROFILE = '/profile'
export const PACKAGE_VIEWER = '/search'
export const RESIDENTS = '/resident/list'
