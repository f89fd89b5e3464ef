// What stands on a desktop with nothing on it.

export { Home as Welcome } from '../home/home';
