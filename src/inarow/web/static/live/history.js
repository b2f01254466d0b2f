// One's games: their dates as people write them, and a copy on this device for when there is no network.

import "../site/times.js";
import { rememberGames } from "../offline/own-games.js";
import { pageState } from "../site/page.js";

rememberGames(pageState().games);
