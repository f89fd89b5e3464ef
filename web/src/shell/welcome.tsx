// The content of an empty desktop.

export { Home as Welcome } from '../home/home';
