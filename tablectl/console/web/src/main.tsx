import { render } from "preact";
import "./style/base.css";
import "./style/controls.css";
import "./style/shell.css";
import "./style/cards.css";
import "./style/felt.css";
import "./style/panels.css";
import "./style/dealer.css";
import { App } from "./App";
import { start } from "./live";
import { check } from "./session";
import { applySuits } from "./suits";

applySuits();
start();
void check();
const root = document.getElementById("app");
if (root) render(<App />, root);
